"""Refusals that a person meets on the way to a page, for readers of Chinese: title and sentence."""

REFUSALS = {
    "unknown": ("此处没有内容", "没有人用这个链接分享过内容。请逐字核对链接。"),
    "deleted": ("已删除", "这段代码已被收回。"),
    "store_down": ("暂不可用", "短链接暂时无法使用。长链接自身包含全部内容，不需要服务器保存。"),
    "not_found": ("此处没有内容", "这个地址没有内容。请回到首页。"),
    "busy": ("服务器繁忙", "服务器正忙，请稍后再试。"),
    "internal": ("出错了", "服务器发生错误，已记录在日志中；编辑器里的代码仍在。"),
}

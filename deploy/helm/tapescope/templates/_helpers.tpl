{{- define "tapescope.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tapescope.selector" -}}
app.kubernetes.io/name: tapescope
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tapescope.labels" -}}
{{ include "tapescope.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "tapescope.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "tapescope.secret" -}}
{{- .Values.secrets.existing | default (include "tapescope.name" .) -}}
{{- end -}}

{{/* The path of publicUrl: "/" where there is no prefix. */}}
{{- define "tapescope.path" -}}
{{- (urlParse .Values.publicUrl).path | trimSuffix "/" | default "/" -}}
{{- end -}}

{{- define "tapescope.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "tapescope.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{/* Environment variables from the Secret: a list of [variable, needed]. */}}
{{- define "tapescope.secrets" -}}
{{- range .variables }}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef:
      name: {{ include "tapescope.secret" $.root }}
      key: {{ index . 0 }}
      optional: {{ not (index . 1) }}
{{- end }}
{{- end -}}

{{/* Where pods run, and with which rights to pull: parts of a pod's spec. */}}
{{- define "tapescope.placement" -}}
{{- with .root.Values.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Settings as TOML. Numbers and texts of JSON are TOML as well; toToml makes 4.0 of 4. */}}
{{- define "tapescope.toml" -}}
{{- range $name, $value := . }}
{{ $name }} = {{ toJson $value }}
{{- end }}
{{- end -}}

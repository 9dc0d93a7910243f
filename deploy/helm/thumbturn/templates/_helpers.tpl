{{- define "thumbturn.name" -}}
{{- if contains "thumbturn" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-thumbturn" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "thumbturn.selector" -}}
app.kubernetes.io/name: thumbturn
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "thumbturn.labels" -}}
{{ include "thumbturn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "thumbturn.host" -}}
{{- trimPrefix "https://" .Values.baseUrl | splitList ":" | first }}
{{- end }}

{{/* Numbers without exponents, and `on` and `off` although YAML takes them for booleans. */}}
{{- define "thumbturn.setting" -}}
{{- if kindIs "bool" . }}{{ ternary "on" "off" . }}{{ else if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end }}
{{- end }}

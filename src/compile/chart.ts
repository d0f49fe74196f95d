/**
 * The chart that carries NodePools and EC2NodeClasses. It is constant: it
 * renders the objects it is given in `values` and holds no text of a policy.
 */
export const NODEPOOL_CHART = 'interlock-nodepools';

export const CHART_FILES: ReadonlyMap<string, string> = new Map([
  [
    `charts/${NODEPOOL_CHART}/Chart.yaml`,
    `apiVersion: v2
name: ${NODEPOOL_CHART}
description: Renders the Karpenter objects given in values.objects, as they are
type: application
version: 1.0.0
`,
  ],
  [`charts/${NODEPOOL_CHART}/values.yaml`, 'objects: []\n'],
  [
    `charts/${NODEPOOL_CHART}/templates/objects.yaml`,
    `{{- range .Values.objects }}
---
{{ toYaml . }}
{{- end }}
`,
  ],
]);

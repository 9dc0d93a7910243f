SELECT citus_set_coordinator_host('coordinator.internal', 5432);
SELECT citus_add_node('worker-1.internal', 5432);
SELECT citus_add_node('worker-2.internal', 5432);

/** Suites on a server of this process that does as a replica set of several members does. */
@NullMarked
package io.twophase.adapter.mongo.replicaset;

import org.jspecify.annotations.NullMarked;

/**
 * The suites that run on each server: contracts of all ports, and equality with the store in
 * memory. Beside them are servers of this process that do as servers other than mongo-java-server.
 */
@NullMarked
package io.twophase.adapter.mongo.server;

import org.jspecify.annotations.NullMarked;

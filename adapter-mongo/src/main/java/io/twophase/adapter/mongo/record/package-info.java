/**
 * Records and their members over MongoDB: one form, guarded writes, confirmed reads, and records as
 * one transaction of the server.
 */
@NullMarked
package io.twophase.adapter.mongo.record;

import org.jspecify.annotations.NullMarked;

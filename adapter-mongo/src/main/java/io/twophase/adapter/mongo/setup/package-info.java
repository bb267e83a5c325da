/**
 * What is done to a server when a store is opened: indexes, expiry, validators, and a probe of its
 * updates.
 */
@NullMarked
package io.twophase.adapter.mongo.setup;

import org.jspecify.annotations.NullMarked;

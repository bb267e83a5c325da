/**
 * What is done to a server when a store is opened: indexes, expiry, validators, and a look at what
 * it is.
 */
@NullMarked
package io.twophase.adapter.mongo.setup;

import org.jspecify.annotations.NullMarked;

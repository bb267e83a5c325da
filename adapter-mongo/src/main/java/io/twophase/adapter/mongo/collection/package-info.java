/**
 * The traits of a host's collection that matter to holds on its documents: indexes, validators,
 * kind.
 */
@NullMarked
package io.twophase.adapter.mongo.collection;

import org.jspecify.annotations.NullMarked;

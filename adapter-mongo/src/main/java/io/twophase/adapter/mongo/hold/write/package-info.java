/** The rules of holds as guarded writes: each request is one write model of its target. */
@NullMarked
package io.twophase.adapter.mongo.hold.write;

import org.jspecify.annotations.NullMarked;

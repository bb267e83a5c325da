/** The documents that the tutorial's protocol has written, as adoption finds them. */
@NullMarked
package io.twophase.adapter.mongo.adoption.tutorial;

import org.jspecify.annotations.NullMarked;

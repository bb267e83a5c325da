/** Tests of holds as a server has them. */
@NullMarked
package io.twophase.adapter.mongo.hold;

import org.jspecify.annotations.NullMarked;

/**
 * Many transactions as one transaction of the server: whether a server has them, which is tried,
 * and what is written in one.
 */
@NullMarked
package io.twophase.adapter.mongo.atomic;

import org.jspecify.annotations.NullMarked;

/** The home that a store's holds name: recorded once, and marked where holds are. */
@NullMarked
package io.twophase.adapter.mongo.home;

import org.jspecify.annotations.NullMarked;

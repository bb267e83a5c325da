/** Scenes in words, of stores on servers of this process. */
@NullMarked
package io.twophase.adapter.mongo.scene;

import org.jspecify.annotations.NullMarked;

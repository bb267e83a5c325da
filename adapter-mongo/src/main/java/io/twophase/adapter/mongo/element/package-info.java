/** Elements of the arrays in which holds are stored. */
@NullMarked
package io.twophase.adapter.mongo.element;

import org.jspecify.annotations.NullMarked;

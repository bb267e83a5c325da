/**
 * Values, guards and changes of any document as BSON: to the domain's and back, as filters and
 * updates.
 */
@NullMarked
package io.twophase.adapter.mongo.value;

import org.jspecify.annotations.NullMarked;

/** Records and their members over MongoDB: one form, guarded writes, confirmed reads. */
@NullMarked
package io.twophase.adapter.mongo.record;

import org.jspecify.annotations.NullMarked;

/** Tests of batches that are one transaction of the server each. */
@NullMarked
package io.twophase.adapter.mongo.atomic;

import org.jspecify.annotations.NullMarked;

/** Tests of batches that are one transaction of the server each. */
@NullMarked
package io.twophase.adapter.mongo.record;

import org.jspecify.annotations.NullMarked;

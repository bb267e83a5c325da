/** What the errors of the driver and of the servers mean: not sent, refused, or in doubt. */
@NullMarked
package io.twophase.adapter.mongo.failure;

import org.jspecify.annotations.NullMarked;

/** On which cluster each target of a hold is. */
@NullMarked
package io.twophase.adapter.mongo.routing;

import org.jspecify.annotations.NullMarked;

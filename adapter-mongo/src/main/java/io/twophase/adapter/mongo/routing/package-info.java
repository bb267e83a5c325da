/** Where what transactions hold is: on which cluster, and what of it goes in one command. */
@NullMarked
package io.twophase.adapter.mongo.routing;

import org.jspecify.annotations.NullMarked;

/** A network between the driver and a server that tests can watch and break. */
@NullMarked
package io.twophase.adapter.mongo.network;

import org.jspecify.annotations.NullMarked;

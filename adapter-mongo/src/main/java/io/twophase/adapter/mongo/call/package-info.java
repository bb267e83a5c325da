/**
 * Calls that concern several collections: which commands they are, and which answer is whose. Where
 * the server has MongoDB 8's {@code bulkWrite}, what is sent first is one command.
 */
@NullMarked
package io.twophase.adapter.mongo.call;

import org.jspecify.annotations.NullMarked;

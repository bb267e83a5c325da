/** What removed records come to, for each account, in MongoDB. */
@NullMarked
package io.twophase.adapter.mongo.carried;

import org.jspecify.annotations.NullMarked;

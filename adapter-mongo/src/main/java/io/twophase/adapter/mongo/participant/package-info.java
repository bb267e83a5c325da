/** Any document that takes part in transactions: the rules of its holds as guarded writes. */
@NullMarked
package io.twophase.adapter.mongo.participant;

import org.jspecify.annotations.NullMarked;

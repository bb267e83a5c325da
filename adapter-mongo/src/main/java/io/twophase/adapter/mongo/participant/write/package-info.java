/** The rules of holds on any document, as guarded writes; and what these leave stored. */
@NullMarked
package io.twophase.adapter.mongo.participant.write;

import org.jspecify.annotations.NullMarked;

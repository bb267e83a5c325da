/**
 * The model check of the protocol for transactions over any documents: several workers, and the
 * rules of documents, over a store in which every write is a message that may come late.
 *
 * <p>What is judged is not the code but what is decided: at the instant of a decision the
 * transaction's guards must hold of the documents as decided until then, and its operations are
 * done to those. At every moment each stored document, seen through the records of its holds, must
 * be that document.
 */
@NullMarked
package io.twophase.domain.explorer.participant;

import org.jspecify.annotations.NullMarked;

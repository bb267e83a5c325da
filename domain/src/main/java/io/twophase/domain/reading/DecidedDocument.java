package io.twophase.domain.reading;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import java.util.Optional;

/**
 * A document as decided: what is decided of it is done to it, also where that is not settled yet;
 * what is not decided is not.
 *
 * @param document names it
 * @param fields its own fields, without {@code _id} and those of the protocol; none if there is no
 *     such document
 */
public record DecidedDocument(DocumentRef document, Optional<Fields> fields) {}

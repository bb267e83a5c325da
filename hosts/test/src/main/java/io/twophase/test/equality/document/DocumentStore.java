package io.twophase.test.equality.document;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import java.util.function.BiConsumer;

/**
 * A store of documents, and how a host that knows nothing of the protocol writes to it.
 *
 * @param documents as transactions see them
 * @param host stores a document of these fields, where there is none of that id
 */
public record DocumentStore(DocumentRepository documents, BiConsumer<DocumentRef, Fields> host) {}

package io.twophase.app.engine;

import io.twophase.domain.participant.Home;
import io.twophase.ports.DocumentRepository;

/**
 * The documents that an engine works on.
 *
 * @param repository holds, settles and releases them
 * @param home where the records of the engine's transactions are
 */
public record Documents(DocumentRepository repository, Home home) {}

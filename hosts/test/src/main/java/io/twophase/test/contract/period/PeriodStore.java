package io.twophase.test.contract.period;

import io.twophase.ports.DocumentRepository;
import io.twophase.ports.PeriodRepository;

/** The periods, and the documents that they are among. */
public record PeriodStore(DocumentRepository documents, PeriodRepository periods) {}

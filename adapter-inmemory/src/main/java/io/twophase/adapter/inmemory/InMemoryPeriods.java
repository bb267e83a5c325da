package io.twophase.adapter.inmemory;

import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.period.Period;
import io.twophase.domain.value.Fields;
import io.twophase.ports.PeriodRepository;
import io.vavr.control.Option;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The periods among the documents in memory. */
final class InMemoryPeriods implements PeriodRepository {

  private final InMemoryDocumentRepository documents;
  private final InstantSource clock;

  InMemoryPeriods(InMemoryDocumentRepository documents, InstantSource clock) {
    this.documents = documents;
    this.clock = clock;
  }

  @Override
  public List<PeriodName> names(Option<PeriodName> after) {
    Stream<PeriodName> names =
        documents.all(Period.COLLECTION).stream()
            .filter(document -> document.fields().has(Period.OPEN))
            .map(Participant::ref)
            .flatMap(ref -> Period.name(ref).toJavaStream());
    return names
        .filter(name -> after.forAll(last -> name.compareTo(last) > 0))
        .sorted()
        .limit(MOST_AT_ONCE)
        .toList();
  }

  @Override
  public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return change(period, fields -> Period.stopped(fields, now, why));
  }

  @Override
  public MatchOutcome resumePostings(PeriodName period, Option<String> why) {
    return change(period, fields -> Period.resumed(fields, why));
  }

  private MatchOutcome change(PeriodName period, Function<Fields, Option<Fields>> rule) {
    return documents.isChanged(Period.document(period), rule)
        ? MatchOutcome.MATCHED
        : MatchOutcome.NOT_MATCHED;
  }
}

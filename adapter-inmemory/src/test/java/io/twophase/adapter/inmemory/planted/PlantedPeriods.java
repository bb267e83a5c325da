package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.period.Period;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.PeriodRepository;
import io.vavr.control.Option;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Repositories of periods, each of which breaks one promise. */
final class PlantedPeriods {

  private PlantedPeriods() {}

  /** A sound one, to be broken. */
  static class OverSoundPeriods implements PeriodRepository {

    final InMemoryStore store = InMemoryStore.create(InstantSource.system());
    final DocumentRepository documents = store.documents();
    final PeriodRepository sound = store.periods().get();

    @Override
    public List<PeriodName> names(Option<PeriodName> after) {
      return sound.names(after);
    }

    @Override
    public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
      return sound.stopPostings(period, why);
    }

    @Override
    public MatchOutcome resumePostings(PeriodName period, Option<String> why) {
      return sound.resumePostings(period, why);
    }
  }

  static final class StopsNothing extends OverSoundPeriods {
    @Override
    public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
      MatchOutcome matched = sound.stopPostings(period, why);
      sound.resumePostings(period, why);
      return matched;
    }
  }

  static final class AlwaysMatches extends OverSoundPeriods {
    @Override
    public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
      sound.stopPostings(period, why);
      return MatchOutcome.MATCHED;
    }
  }

  static final class StopsAgain extends OverSoundPeriods {
    @Override
    public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
      MatchOutcome first = sound.stopPostings(period, why);
      if (first == MatchOutcome.NOT_MATCHED) {
        sound.resumePostings(period, why);
        sound.stopPostings(period, why);
      }
      return first;
    }
  }

  static final class SaysNothing extends OverSoundPeriods {
    @Override
    public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
      return sound.stopPostings(period, Option.none());
    }
  }

  /** As who would end what others hold, to be done sooner. */
  static final class DropsHolds extends OverSoundPeriods {
    @Override
    public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
      documents
          .find(List.of(Period.document(period)))
          .get(0)
          .<List<HeldDocument>>fold(
              found ->
                  found.document().holds().stream()
                      .map(hold -> new HeldDocument(Period.document(period), hold))
                      .toList(),
              absent -> List.of(),
              unreadable -> List.of())
          .forEach(held -> documents.release(List.of(held)));
      return sound.stopPostings(period, why);
    }
  }

  static final class ResumesNothing extends OverSoundPeriods {
    @Override
    public MatchOutcome resumePostings(PeriodName period, Option<String> why) {
      return MatchOutcome.MATCHED;
    }
  }

  static final class ResumesAnything extends OverSoundPeriods {
    @Override
    public MatchOutcome resumePostings(PeriodName period, Option<String> why) {
      sound.resumePostings(period, why);
      return MatchOutcome.MATCHED;
    }
  }

  static final class ListsBackwards extends OverSoundPeriods {
    @Override
    public List<PeriodName> names(Option<PeriodName> after) {
      List<PeriodName> backwards = new ArrayList<>(sound.names(after));
      Collections.reverse(backwards);
      return backwards;
    }
  }

  static final class ListsFromTheStart extends OverSoundPeriods {
    @Override
    public List<PeriodName> names(Option<PeriodName> after) {
      return sound.names(Option.none());
    }
  }

  static final class ListsAllAtOnce extends OverSoundPeriods {
    @Override
    public List<PeriodName> names(Option<PeriodName> after) {
      List<PeriodName> all = new ArrayList<>(sound.names(after));
      if (!all.isEmpty()) {
        all.addAll(sound.names(Option.some(all.get(all.size() - 1))));
      }
      return all;
    }
  }
}

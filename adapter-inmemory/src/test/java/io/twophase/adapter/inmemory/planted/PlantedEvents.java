package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import io.twophase.test.forwarding.ForwardingEvents;
import io.vavr.control.Option;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Repositories of events that each break one promise. */
final class PlantedEvents {

  private PlantedEvents() {}

  /** A sound one. */
  static class OverSoundEvents extends ForwardingEvents {
    final Records records;
    final EventRepository sound;

    OverSoundEvents() {
      this(InMemoryStore.create(InstantSource.system()));
    }

    private OverSoundEvents(InMemoryStore store) {
      super(store.events());
      this.records = store.records();
      this.sound = store.events();
    }
  }

  static final class IsOnFromTheStart extends OverSoundEvents {
    IsOnFromTheStart() {
      sound.turnOn();
    }
  }

  static final class ListsBackwards extends OverSoundEvents {
    @Override
    public List<RecordId> unnumbered() {
      List<RecordId> backwards = new ArrayList<>(sound.unnumbered());
      Collections.reverse(backwards);
      return backwards;
    }
  }

  static final class ForgetsBatches extends OverSoundEvents {
    @Override
    public List<RecordId> unnumbered() {
      return sound.unnumbered().stream().filter(record -> !record.isOfMany()).toList();
    }
  }

  static final class MarksNothing extends OverSoundEvents {
    @Override
    public MatchOutcome mark(List<NumberedRecord> records) {
      return MatchOutcome.MATCHED;
    }
  }

  static final class StaysOn extends OverSoundEvents {
    @Override
    public void turnOff() {}
  }

  static final class ForgetsAsItIsTurnedOnAgain extends OverSoundEvents {
    @Override
    public void turnOn() {
      sound.turnOff();
      sound.turnOn();
    }
  }

  static final class GivesBehindOneThatIsTaken extends OverSoundEvents {
    @Override
    public void give(long first, List<RecordId> records) {
      for (int at = 0; at < records.size(); at++) {
        sound.give(first + at, List.of(records.get(at)));
      }
    }
  }

  static final class GivesFromTheEnd extends OverSoundEvents {
    @Override
    public void give(long first, List<RecordId> records) {
      for (int at = records.size() - 1; at >= 0; at--) {
        sound.give(first + at, List.of(records.get(at)));
      }
    }
  }

  static final class ReadsFromTheNumberOn extends OverSoundEvents {
    @Override
    public List<NumberedRecord> numbered(long after) {
      return sound.numbered(Math.max(0, after - 1));
    }
  }

  static final class SortsNumbersAsText extends OverSoundEvents {
    @Override
    public List<NumberedRecord> numbered(long after) {
      List<NumberedRecord> numbered = new ArrayList<>(sound.numbered(after));
      numbered.sort(Comparator.comparing(each -> Long.toString(each.number())));
      return numbered;
    }
  }

  static final class ConfirmsWhatIsLower extends OverSoundEvents {
    private long confirmed;

    @Override
    public long confirmed() {
      return confirmed;
    }

    @Override
    public MatchOutcome confirm(long upTo) {
      confirmed = upTo;
      return MatchOutcome.MATCHED;
    }
  }

  static final class TakesWhatWaitsForRead extends OverSoundEvents {
    @Override
    public List<RecordId> unread(long upTo, List<RecordId> records) {
      List<RecordId> waiting = sound.unnumbered();
      return sound.unread(upTo, records).stream().filter(id -> !waiting.contains(id)).toList();
    }
  }

  static final class TakesTheLastForUnread extends OverSoundEvents {
    @Override
    public List<RecordId> unread(long upTo, List<RecordId> records) {
      return sound.unread(Math.max(0, upTo - 1), records);
    }
  }

  static final class AddsAgain extends OverSoundEvents {
    @Override
    public MatchOutcome add(EventConsumer consumer) {
      sound.forget(consumer.name());
      return sound.add(consumer);
    }
  }

  static final class MovesFromAnywhere extends OverSoundEvents {
    @Override
    public MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to) {
      sound.forget(name);
      return sound.add(new EventConsumer(name, to));
    }
  }

  static final class MovesByTheNumberAlone extends OverSoundEvents {
    @Override
    public MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to) {
      return sound
          .consumer(name)
          .filter(there -> there.position().number() == from.number())
          .map(there -> sound.move(name, there.position(), to))
          .getOrElse(MatchOutcome.NOT_MATCHED);
    }
  }

  static final class ForgetsNobody extends OverSoundEvents {
    @Override
    public MatchOutcome forget(ConsumerName name) {
      return sound.consumer(name).isDefined() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
    }
  }

  static final class NumbersByTheLastMark extends OverSoundEvents {
    private final Map<RecordId, Long> last = new HashMap<>();

    @Override
    public MatchOutcome mark(List<NumberedRecord> records) {
      records.forEach(each -> each.record().forEach(id -> last.put(id, each.number())));
      return sound.mark(records);
    }

    @Override
    public List<Option<Long>> numbersOf(List<RecordId> records) {
      return records.stream().map(record -> Option.of(last.get(record))).toList();
    }
  }
}

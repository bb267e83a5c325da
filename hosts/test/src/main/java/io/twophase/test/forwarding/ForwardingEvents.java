package io.twophase.test.forwarding;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;

/** Events that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingEvents implements EventRepository {

  private final EventRepository sound;

  /** Passes on to {@code sound}. */
  protected ForwardingEvents(EventRepository sound) {
    this.sound = sound;
  }

  @Override
  public boolean isOn() {
    return sound.isOn();
  }

  @Override
  public void turnOn() {
    sound.turnOn();
  }

  @Override
  public void turnOff() {
    sound.turnOff();
  }

  @Override
  public long confirmed() {
    return sound.confirmed();
  }

  @Override
  public MatchOutcome confirm(long upTo) {
    return sound.confirm(upTo);
  }

  @Override
  public List<NumberedRecord> numbered(long after) {
    return sound.numbered(after);
  }

  @Override
  public MatchOutcome mark(List<NumberedRecord> records) {
    return sound.mark(records);
  }

  @Override
  public List<RecordId> unnumbered() {
    return sound.unnumbered();
  }

  @Override
  public void give(long first, List<RecordId> records) {
    sound.give(first, records);
  }

  @Override
  public long trimmed() {
    return sound.trimmed();
  }

  @Override
  public MatchOutcome trim(long upTo) {
    return sound.trim(upTo);
  }

  @Override
  public List<RecordId> unread(long upTo, List<RecordId> records) {
    return sound.unread(upTo, records);
  }

  @Override
  public List<Option<Long>> numbersOf(List<RecordId> records) {
    return sound.numbersOf(records);
  }

  @Override
  public EvidenceRepository evidence() {
    return sound.evidence();
  }

  @Override
  public DecisionSignal decisions() {
    return sound.decisions();
  }

  @Override
  public List<Either<String, EventConsumer>> consumers() {
    return sound.consumers();
  }

  @Override
  public Option<EventConsumer> consumer(ConsumerName name) {
    return sound.consumer(name);
  }

  @Override
  public MatchOutcome add(EventConsumer consumer) {
    return sound.add(consumer);
  }

  @Override
  public MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to) {
    return sound.move(name, from, to);
  }

  @Override
  public MatchOutcome forget(ConsumerName name) {
    return sound.forget(name);
  }
}

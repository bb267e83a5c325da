package io.twophase.app.evidence;

import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.id.ConsumerName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.vavr.control.Option;
import java.util.Collection;
import java.util.List;

/** Events and evidence as they are, with a moment before each call of a pass. */
class ForwardingEvents implements EventRepository, EvidenceRepository {

  private final EventRepository real;

  ForwardingEvents(EventRepository real) {
    this.real = real;
  }

  /** Called before each call that a pass makes. */
  void before(String call) {}

  @Override
  public boolean isOn() {
    return real.isOn();
  }

  @Override
  public void turnOn() {
    real.turnOn();
  }

  @Override
  public void turnOff() {
    real.turnOff();
  }

  @Override
  public long confirmed() {
    before("confirmed");
    return real.confirmed();
  }

  @Override
  public MatchOutcome confirm(long upTo) {
    return real.confirm(upTo);
  }

  @Override
  public List<NumberedRecord> numbered(long after) {
    before("numbered");
    return real.numbered(after);
  }

  @Override
  public MatchOutcome mark(List<NumberedRecord> records) {
    return real.mark(records);
  }

  @Override
  public List<RecordId> unnumbered() {
    return real.unnumbered();
  }

  @Override
  public void give(long first, List<RecordId> records) {
    real.give(first, records);
  }

  @Override
  public List<RecordId> unread(long upTo, List<RecordId> records) {
    return real.unread(upTo, records);
  }

  @Override
  public List<Option<Long>> numbersOf(List<RecordId> records) {
    return real.numbersOf(records);
  }

  @Override
  public EvidenceRepository evidence() {
    return this;
  }

  @Override
  public List<EventConsumer> consumers() {
    return real.consumers();
  }

  @Override
  public Option<EventConsumer> consumer(ConsumerName name) {
    return real.consumer(name);
  }

  @Override
  public MatchOutcome add(EventConsumer consumer) {
    return real.add(consumer);
  }

  @Override
  public MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to) {
    return real.move(name, from, to);
  }

  @Override
  public MatchOutcome forget(ConsumerName name) {
    return real.forget(name);
  }

  @Override
  public long size() {
    before("size");
    return real.evidence().size();
  }

  @Override
  public List<TreeLeaf> leaves(Collection<Long> numbers) {
    before("leaves");
    return real.evidence().leaves(numbers);
  }

  @Override
  public List<TreeLeaf> after(long number) {
    return real.evidence().after(number);
  }

  @Override
  public void add(List<TreeLeaf> leaves) {
    before("add");
    real.evidence().add(leaves);
  }
}

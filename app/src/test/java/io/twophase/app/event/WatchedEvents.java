package io.twophase.app.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.test.forwarding.ForwardingEvents;
import java.util.Collection;
import java.util.List;

/** Events and evidence as they are, with a moment before each call of a pass. */
class WatchedEvents extends ForwardingEvents implements EvidenceRepository {

  private final EvidenceRepository leaves;

  WatchedEvents(EventRepository real) {
    super(real);
    this.leaves = real.evidence();
  }

  /** Called before each call that a pass makes. */
  void before(String call) {}

  @Override
  public long confirmed() {
    before("confirmed");
    return super.confirmed();
  }

  @Override
  public List<NumberedRecord> numbered(long after) {
    before("numbered");
    return super.numbered(after);
  }

  @Override
  public EvidenceRepository evidence() {
    return this;
  }

  @Override
  public long size() {
    before("size");
    return leaves.size();
  }

  @Override
  public List<TreeLeaf> leaves(Collection<Long> numbers) {
    before("leaves");
    return leaves.leaves(numbers);
  }

  @Override
  public List<TreeLeaf> after(long number) {
    return leaves.after(number);
  }

  @Override
  public void add(List<TreeLeaf> added) {
    before("add");
    leaves.add(added);
  }
}

package io.twophase.ports;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.*;
import io.twophase.domain.record.*;
import java.util.List;
import java.util.function.Consumer;

public interface Records {
  List<List<BeginOutcome>> insert(List<NewRecord> records);

  List<MatchOutcome> move(List<Transition> transitions);

  List<MatchOutcome> take(List<MemberTake> takes);

  List<Lookup> find(List<RecordId> records);

  List<Lookup> findMembers(List<TransactionId> ids);

  List<Lookup> list(RecordQuery query);

  void scan(Consumer<Lookup> consumer);

  List<MatchOutcome> remove(List<Removal> going);

  /** At once, where the store can; else NOT_RUN. */
  Whole tryWhole(NewRecord record);

  record RecordQuery() {}

  record Removal() {}

  record Whole() {}
}

package io.twophase.ports;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.*;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Either;
import java.util.List;
import java.util.function.Consumer;

public interface Holds {
  List<Answer> place(List<Placing> asked);

  List<MatchOutcome> stamp(List<Stamping> asked);

  List<MatchOutcome> end(List<Ending> asked);

  List<Either<String, Stored>> find(List<Target> targets);

  void scan(CollectionName collection, boolean onlyHeld, Consumer<Either<String, Stored>> consumer);

  List<CollectionName> collections();
}

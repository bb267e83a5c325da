package io.twophase.app.simulation.world;

import io.twophase.app.testing.LostMembers;
import io.twophase.domain.AccountId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.test.equality.record.Effects;
import io.twophase.test.fault.Interceptor;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A call that changes something. Its elements travel each by itself, where the port answers each;
 * else the whole call is one element.
 *
 * @param isCalm whether documents of members arrive with their records
 */
record Writing(World world, Interceptor.Call call, boolean isCalm) {

  String name() {
    return call.method().getName();
  }

  private boolean isOfMany() {
    return call.method().getReturnType() == List.class;
  }

  List<Object> elements() {
    return isOfMany() ? List.copyOf((List<?>) call.asked().get(0)) : List.of(call.asked());
  }

  /** By rule 4, no hold and no stamp may arrive twice. */
  boolean isRepeatable() {
    return (!name().equals("place") && !name().equals("stamp"))
        || world.setup().repeated().contains(name());
  }

  /** It takes effect now. */
  List<Object> make(List<Object> elements) {
    List<Object> answers = isOfMany() ? made(elements) : List.of(madeWhole());
    elements.forEach(this::observe);
    return answers;
  }

  /** One element of it takes effect now. */
  Object make(Object element) {
    return make(List.of(element)).get(0);
  }

  private Object madeWhole() {
    return Optional.ofNullable(call.make()).orElse(MatchOutcome.MATCHED);
  }

  private List<Object> made(List<Object> elements) {
    List<Object> answers = List.copyOf((List<?>) call.with(List.of(elements)).make());
    return isCalm || !name().equals("insert")
        ? answers
        : LostMembers.of(
            world.random(), world.store().records(), elements, answers, this::mayComeLater);
  }

  private void mayComeLater(NewRecord record) {
    if (world.random().nextBoolean()) {
      world
          .lateMessages()
          .send(
              () -> {
                world.store().records().insert(List.of(record));
                observe(record);
              });
    }
  }

  /** Shows the auditor what an element may have changed. */
  private void observe(Object element) {
    if (element instanceof Placing placing) {
      observe(placing.claim().target());
    } else if (element instanceof Stamping stamping) {
      observe(stamping.target());
    } else if (element instanceof Ending ending) {
      observe(ending.target());
    } else if (element instanceof NewRecord record) {
      record.memberIds().forEach(world.auditor().records()::observe);
    } else if (element instanceof Transition transition) {
      world.auditor().records().observe(transition.record());
    } else if (element instanceof MemberTake take) {
      world.auditor().records().observe(take.member());
    } else if (element instanceof Removal removal) {
      removal
          .going()
          .fold(record -> record.only().map(body -> body.id()), member -> Optional.of(member.id()))
          .ifPresent(world.auditor().records()::observe);
    } else if (name().equals("change")) {
      world.auditor().accounts().observe((AccountId) call.asked().get(0));
    } else if (name().equals("changePeriod")) {
      world.auditor().periods().observe(Period.document((PeriodName) call.asked().get(0)));
    }
  }

  private void observe(Target target) {
    target
        .<Runnable>fold(
            account -> () -> world.auditor().accounts().observe(account),
            document -> () -> world.auditor().periods().observe(document))
        .run();
  }

  /** The answers that are none. */
  List<Object> inDoubt(List<Object> elements) {
    return elements.stream().map(this::inDoubt).toList();
  }

  private Object inDoubt(Object element) {
    if (element instanceof NewRecord record) {
      int documents = record.id().isOfMany() ? record.members().size() : 0;
      return Collections.nCopies(1 + documents, BeginOutcome.IN_DOUBT);
    }
    return element instanceof Placing
        ? Answer.IN_DOUBT
        : name().equals("change") ? new StatusOutcome.InDoubt() : MatchOutcome.IN_DOUBT;
  }

  /** The answer that a store may give which knows only how many elements matched. */
  Object vague(Object element, Object exact) {
    if (element instanceof Placing placing) {
      Hold wanted = Hold.of(world.store().home(), placing);
      return isHeld(placing.claim().target(), wanted) ? Answer.held(wanted) : exact;
    }
    if (element instanceof CarriedBalance) {
      return MatchOutcome.NOT_MATCHED;
    }
    boolean isShown =
        element instanceof Ending
            || (element instanceof Stamping stamping
                && isHeld(stamping.target(), stamping.read().at(stamping.epoch())))
            || (element instanceof Transition transition && isShown(transition));
    return isShown ? MatchOutcome.MATCHED : exact;
  }

  private boolean isHeld(Target target, Hold hold) {
    return world
        .store()
        .holds()
        .findLatest(target)
        .stored()
        .map(Stored::holds)
        .filter(all -> all.contains(hold))
        .isPresent();
  }

  private boolean isShown(Transition transition) {
    return world
        .store()
        .records()
        .find(List.of(transition.record()))
        .get(0)
        .record()
        .filter(record -> Effects.isShown(transition, record))
        .isPresent();
  }
}

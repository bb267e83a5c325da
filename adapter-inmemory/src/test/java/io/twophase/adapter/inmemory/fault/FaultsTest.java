package io.twophase.adapter.inmemory.fault;

import static io.twophase.adapter.inmemory.fault.StoreUnderFault.OWNER;
import static io.twophase.adapter.inmemory.fault.StoreUnderFault.placing;
import static io.twophase.adapter.inmemory.fault.StoreUnderFault.record;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.test.contract.Race;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.ProcessDied;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Faults of writes, in scenes: the next write of a kind, or of any, goes wrong as planned. The
 * accounts C and D have ten dollars each.
 */
class FaultsTest {

  private static final RecordId T = RecordId.of(transactionId("t"));
  private static final DocumentRef ORDER = CollectionName.of("orders").document("7");
  private static final Placing CHECK =
      new Placing(T, epoch(1), new Claim.OfDocument(T.transaction(), new CheckAbsent(ORDER)));
  private final StoreUnderFault store = new StoreUnderFault();
  private final Faults faults = store.faults();
  private final List<Object> before = store.contents();
  private String seen = "";

  @ScenesOf("faults.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String step) {
    return new Verbs(this, faults)
        .saying(Answer.class, answer -> Scenes.word(answer.kind()))
        .saying(OpenOutcome.class, outcome -> outcome.getClass().getSimpleName())
        .saying(StatusOutcome.class, outcome -> outcome.getClass().getSimpleName())
        .saying(OpenOutcome.InDoubt.class, outcome -> "in doubt")
        .saying(StatusOutcome.InDoubt.class, outcome -> "in doubt")
        .apply(step);
  }

  /**
   * Plans a fault, or {@code dies}: {@code of} a kind, {@code on} an account, {@code after} some.
   */
  void plan(String what, String words) {
    Faults.Aim aim = aim(words);
    if (what.equals("dies")) {
      aim.dies();
    } else {
      aim.next(Fault.valueOf(what));
    }
  }

  /** Plans a step, behind an ampersand, that comes before a write; its answer is {@link #seen}. */
  void first(String words) {
    String[] sides = words.split(" & ", 2);
    aim(sides[0]).first(() -> seen = step(sides[1]));
  }

  private Faults.Aim aim(String words) {
    Faults.Aim aim = faults.after(0);
    for (String word : words.split(", ", -1)) {
      String[] parts = word.split(" ", 2);
      String of = parts[parts.length - 1];
      aim =
          switch (parts[0]) {
            case "of" -> faults.when(WriteKind.valueOf(of));
            case "transactions" -> faults.ofTransactions();
            case "on" -> aim.on(accountId(of));
            case "after" -> aim.after(Integer.parseInt(of));
            case "step" -> aim.where(touch -> touch.step().equals(of));
            case "described" -> aim.described(of);
            case "" -> aim;
            default -> throw new IllegalArgumentException(words);
          };
    }
    return aim;
  }

  String seen() {
    return seen;
  }

  Object write(WriteKind kind) {
    return store.write(kind);
  }

  boolean isChanged() {
    return !store.contents().equals(before);
  }

  /** All is as where such a write is made and answered. */
  boolean isMade(WriteKind kind) {
    StoreUnderFault sound = new StoreUnderFault();
    sound.write(kind);
    return store.contents().equals(sound.contents());
  }

  String race(String steps) {
    return Race.of(steps, this::step);
  }

  void writeNothing() {
    store.writeNothing();
  }

  void open(String account) {
    store.store().accounts().open(List.of(account(account).opening(usd("10"))));
  }

  List<Answer> hold(List<String> accounts) {
    return store.store().holds().place(accounts.stream().map(to -> placing("t", to)).toList());
  }

  MatchOutcome finish(RecordId record) {
    return store.store().records().move(List.of(Transition.finish(record, State.APPLIED))).get(0);
  }

  List<BeginOutcome> several(RecordId record, TransactionId member) {
    NewTransaction body = transfer(member.value(), "A", "B", usd("1"));
    return store
        .store()
        .records()
        .insert(List.of(NewRecord.several(record, List.of(body), false, OWNER)))
        .get(0);
  }

  boolean isOn() {
    return store.store().events().isOn();
  }

  void scan() {
    store.store().records().scan(Optional.empty(), found -> {});
  }

  void collections() {
    store.store().holds().collections();
  }

  /** Says how many holds there are on each account, as another process sees it. */
  List<Integer> holds(List<AccountId> accounts) {
    assertThat(store.another().home()).isEqualTo(InMemoryStore.create(Clock.systemUTC()).home());
    return accounts.stream()
        .map(account -> store.another().holds().findLatest(new Target.OfAccount(account)))
        .map(sight -> sight.stored().orElseThrow().holds().size())
        .toList();
  }

  Money balance(AccountId account) {
    Target target = new Target.OfAccount(account);
    return ((Account) store.another().holds().findLatest(target).stored().orElseThrow()).balance();
  }

  String thrown(String step) {
    Throwable caught = catchThrowable(() -> step(step));
    Throwable thrown = caught.getCause() instanceof ProcessDied died ? died : caught;
    return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
  }

  @Test
  void documentsHaveFaultsToo() {
    for (WriteKind kind : List.of(WriteKind.HOLD, WriteKind.STAMP, WriteKind.SETTLE)) {
      faults.when(kind).on(ORDER).next(Fault.LOSE_REQUEST);
    }

    assertThat(store.store().holds().place(List.of(CHECK))).containsExactly(Answer.IN_DOUBT);
    assertThat(
            store
                .store()
                .holds()
                .stamp(
                    List.of(
                        new Stamping(
                            CHECK.claim().target(),
                            Hold.of(store.store().home(), CHECK),
                            epoch(2)))))
        .containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(
            store
                .store()
                .holds()
                .end(List.of(Ending.settle(T, CHECK.claim(), epoch(1), 0, Optional.empty()))))
        .containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(faults.unmet()).isEmpty();
    assertThat(store.store().holds().collections()).isEmpty();
  }
}

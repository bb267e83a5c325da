package io.twophase.app.engine;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.app.engine.RecordWorld.accountId;
import static io.twophase.app.engine.RecordWorld.documentRef;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.Period;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which transactions of one call one record decides. */
class SharedRecordsTest {

  private static final PeriodName PERIOD = new PeriodName("2026-11");

  private final RecordWorld world = RecordWorld.inMemory();

  /** A transaction of some kind under an id. */
  private static final List<Function<String, NewTransaction>> KINDS =
      List.of(
          SharedRecordsTest::transfer,
          id ->
              transaction(id)
                  .debit(accountId(0), cents(3))
                  .credit(accountId(1), cents(2))
                  .credit(accountId(2), cents(1))
                  .transaction()
                  .get(),
          id ->
              transaction(id)
                  .debitAtMost(accountId(0), cents(3))
                  .credit(accountId(1), cents(3))
                  .transaction()
                  .get(),
          id -> paid(id).check(documentRef(0), where("open").equalTo("yes")).transaction().get(),
          id -> paid(id).add(documentRef(1), "left", -1, 0, 99).transaction().get(),
          id -> paid(id).inPeriod(PERIOD).transaction().get(),
          // into a collection of its own: in order, a record has one insertion into each
          id -> paid(id).insert(document("orders-" + id, id), Map.of("a", 1)).transaction().get());

  private static TransactionRequest paid(String id) {
    return transaction(id).debit(accountId(0), cents(1)).credit(accountId(1), cents(1));
  }

  private static NewTransaction transfer(String id) {
    return new TransferRequest(new TransactionId(id), accountId(0), accountId(1), cents(1))
        .transaction()
        .get();
  }

  @BeforeEach
  void fill() {
    List<Opening> openings = new ArrayList<>();
    for (int number = 0; number < RecordWorld.ACCOUNTS; number++) {
      openings.add(Opening.of(accountId(number), cents(1_000)).get());
    }
    world.fill(
        openings,
        Map.of(
            documentRef(0), Fields.of(Map.of("open", "yes")),
            documentRef(1), Fields.of(Map.of("left", 50L)),
            Period.document(PERIOD), Fields.of(Map.of(Period.OPEN, true))));
  }

  private static List<NewTransaction> twenty(Function<String, NewTransaction> made) {
    List<NewTransaction> bodies = new ArrayList<>();
    for (int number = 0; number < 20; number++) {
      bodies.add(made.apply("t" + number));
    }
    return bodies;
  }

  private void allAre(Result.Kind kind, List<NewTransaction> bodies, boolean inOrder) {
    Runs.Ended ended = world.runs().run(bodies, inOrder, WaitPolicy.PAUSE, (at, decided) -> {});
    assertThat(RecordWorld.kinds(ended)).hasSize(bodies.size()).containsOnly(kind);
  }

  private Set<RecordId> deciders(List<NewTransaction> bodies) {
    return world.records.findMembers(bodies.stream().map(NewTransaction::id).toList()).stream()
        .map(lookup -> lookup.decider().orElseThrow())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneRecordDecidesTransactionsOfAllKinds(boolean inOrder) {
    List<NewTransaction> bodies =
        twenty(id -> KINDS.get(Integer.parseInt(id.substring(1)) % KINDS.size()).apply(id));
    allAre(Result.Kind.APPLIED, bodies, inOrder);

    assertThat(deciders(bodies)).hasSize(1);
    assertThat(world.isAtRest()).isTrue();
  }

  @Test
  void authorizationsAreDecidedAlone() {
    AuthorizationTerms terms = new AuthorizationTerms(Duration.ofDays(1));
    List<NewTransaction> bodies = twenty(id -> transfer(id).authorizedUnder(terms));
    world.runs().run(bodies, false, WaitPolicy.PAUSE, (at, decided) -> {});

    assertThat(world.records.findMembers(bodies.stream().map(NewTransaction::id).toList()))
        .extracting(Lookup::id)
        .doesNotHaveDuplicates();
    assertThat(deciders(bodies)).hasSize(20).noneMatch(RecordId::isOfMany);
  }

  /** Each is in the record after the one before, in file order too. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void changesOfOneDocumentAreDecidedOneAfterTheOther(boolean inOrder) {
    List<NewTransaction> bodies =
        twenty(id -> transaction(id).change(documentRef(0), set("by", id)).transaction().get());
    allAre(Result.Kind.APPLIED, bodies, inOrder);

    assertThat(deciders(bodies)).hasSize(20);
    assertThat(world.isAtRest()).isTrue();
  }
}

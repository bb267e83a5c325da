package io.twophase.ports;

import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.domain.value.Fields;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Which calls are sent, and whose answer is whose. */
class AccountsThenDocumentsTest {

  private static final ParticipantLeg DOCUMENT =
      new ParticipantLeg.OnDocument(leg("t", 1, insert(order("o"), Fields.none())));
  private static final ParticipantLeg ACCOUNT =
      new ParticipantLeg.OnAccount(new Leg(transactionId("t"), epoch(1), debit("A", usd("1"))));
  private static final List<ParticipantLeg> BOTH = List.of(DOCUMENT, ACCOUNT);

  private final List<String> calls = new ArrayList<>();

  /** A port on which every call is noted, and answered so. */
  private <T> T port(Class<T> port, Supplier<List<?>> answer) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              calls.add(port.getSimpleName() + " " + method.getName());
              return answer.get();
            }));
  }

  private ParticipantRepository both(Supplier<List<?>> accounts, Supplier<List<?>> documents) {
    return AccountsThenDocuments.of(
        port(AccountRepository.class, accounts), port(DocumentRepository.class, documents));
  }

  private ParticipantRepository both(Object account, Object document) {
    return both(() -> List.of(account), () -> List.of(document));
  }

  @Test
  void accountsGoFirstAndEachLegHasItsOwnAnswer() {
    List<HoldOutcome> outcomes =
        both(AccountHoldOutcome.held(), DocumentHoldOutcome.held()).hold(BOTH);
    assertThat(outcomes).containsExactly(DocumentHoldOutcome.held(), AccountHoldOutcome.held());
    assertThat(calls).containsExactly("AccountRepository hold", "DocumentRepository hold");
  }

  @Test
  void everyCallIsTheSameCallOnEachPort() {
    ParticipantRepository both = both(MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED);
    List<MatchOutcome> answers = List.of(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED);
    assertThat(both.stamp(BOTH)).isEqualTo(answers);
    assertThat(both.settle(BOTH)).isEqualTo(answers);
    assertThat(both.release(BOTH)).isEqualTo(answers);
    assertThat(both.withdraw(BOTH)).isEqualTo(answers);
    assertThat(calls)
        .containsExactly(
            "AccountRepository stamp",
            "DocumentRepository stamp",
            "AccountRepository settle",
            "DocumentRepository settle",
            "AccountRepository release",
            "DocumentRepository release",
            "AccountRepository withdraw",
            "DocumentRepository withdraw");
  }

  @Test
  void whereNothingIsOnOnePortItIsNotCalled() {
    ParticipantRepository both = both(MatchOutcome.MATCHED, MatchOutcome.MATCHED);
    assertThat(both.settle(List.of(ACCOUNT))).containsExactly(MatchOutcome.MATCHED);
    assertThat(both.settle(List.of(DOCUMENT))).containsExactly(MatchOutcome.MATCHED);
    assertThat(calls).containsExactly("AccountRepository settle", "DocumentRepository settle");
  }

  @Test
  void onceAnAccountIsInDoubtNoDocumentIsSent() {
    assertThat(both(MatchOutcome.IN_DOUBT, MatchOutcome.MATCHED).settle(BOTH))
        .containsExactly(MatchOutcome.IN_DOUBT, MatchOutcome.IN_DOUBT);
    assertThat(calls).containsExactly("AccountRepository settle");
  }

  @Test
  void aStoreThatIsGoneMeanwhileLeavesADoubtAndOneThatIsGoneAtFirstNone() {
    ParticipantRepository gone =
        both(
            () -> List.of(AccountHoldOutcome.held()),
            () -> {
              throw new StoreUnavailableException("gone", new IllegalStateException());
            });
    assertThat(gone.hold(BOTH))
        .containsExactly(DocumentHoldOutcome.inDoubt(), AccountHoldOutcome.held());
    assertThatThrownBy(() -> gone.hold(List.of(DOCUMENT)))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void whereThereAreNoDocumentsALegOnOneIsRefusedByName() {
    ParticipantRepository accounts =
        AccountsThenDocuments.ofAccounts(
            port(AccountRepository.class, () -> List.of(AccountHoldOutcome.held())));
    assertThat(accounts.hold(List.of(ACCOUNT))).containsExactly(AccountHoldOutcome.held());
    assertThatThrownBy(() -> accounts.hold(List.of(DOCUMENT)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("orders \"o\"");
  }

  @Test
  void aPortThatAnswersTooLittleIsTold() {
    assertThatThrownBy(() -> both(List::of, List::of).settle(BOTH))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("0 answers to 1");
  }
}

package io.twophase.app.refusal;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.app.refusal.Bank.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Money;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each refusal of docs/OUTCOMES.md, through the front door")
class RefusalsTest {

  /** What no host can ask: only who makes a transaction of the domain sees it. */
  private static final List<String> NOT_FOR_HOSTS = List.of("AuthorizationAsked");

  private static final List<Table> TABLES =
      List.of(
          new Table(
              "## Why a transfer is refused", "## Authorizations", RefusalScenarios.inOrder()),
          new Table("### `AuthorizationRefusal`", "\n## ", OtherRefusals.ofAuthorizations()),
          new Table("### `StatusRefusal`", "\n##", OtherRefusals.ofStatus()));

  @AutoClose private static final Banks BANKS = new Banks();

  /** A part of the page, between two of its lines; and how each kind that it has is produced. */
  private record Table(String from, String to, Map<String, Function<Bank, String>> scenarios) {

    Stream<String> kinds() {
      return OutcomesPage.kinds(from, to).stream().filter(kind -> !NOT_FOR_HOSTS.contains(kind));
    }
  }

  static Stream<Arguments> refusals() {
    return TABLES.stream()
        .flatMap(
            table -> table.kinds().map(kind -> Arguments.of(kind, table.scenarios().get(kind))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void isProduced(String kind, Function<Bank, String> scenario) {
    assertThat(scenario).as("how %s is produced", kind).isNotNull();
    try (Bank bank = BANKS.open()) {
      assertThat(scenario.apply(bank)).isEqualTo(kind);
    }
  }

  static Stream<String> pairs() {
    return RefusalPairs.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void comesFirst(String pair) {
    List<String> names = List.of(pair.split(" before "));
    try (Bank bank = BANKS.open()) {
      assertThat(RefusalPairs.all().get(pair).apply(bank)).isEqualTo(names.get(0));
    }
    List<String> order = List.copyOf(RefusalScenarios.inOrder().keySet());
    assertThat(order.indexOf(names.get(0))).isLessThan(order.indexOf(names.get(1)));
  }

  @Test
  @DisplayName("of several operations is that of the first one that is refused")
  void ofTheFirstOperation() {
    Money much = money("500.00", "USD");
    TransactionRequest money =
        transaction("t").debit(account("A"), much).credit(account("nobody"), much);
    try (Bank bank = BANKS.open()) {
      assertThat(bank.refusalOf(money.remove(NONE))).isEqualTo("InsufficientFunds");
      assertThat(
              bank.refusalOf(
                  transaction("u")
                      .remove(NONE)
                      .debit(account("A"), much)
                      .credit(account("nobody"), much)))
          .isEqualTo("NoSuchDocument");
    }
  }

  @Test
  @DisplayName("is listed once")
  void once() {
    assertThat(TABLES)
        .allSatisfy(
            table ->
                assertThat(table.kinds())
                    .containsExactlyInAnyOrderElementsOf(table.scenarios().keySet()));
  }
}

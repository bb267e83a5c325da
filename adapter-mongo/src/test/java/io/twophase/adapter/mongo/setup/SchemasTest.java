package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.TutorialAccounts;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.domain.hold.Hold.Home;
import java.util.Currency;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The schema of accounts lets through what the codecs write, and not what the codecs cannot read.
 */
class SchemasTest {

  private static final Currency ADOPTED = Currency.getInstance("XXX");
  private static final AccountCodec ACCOUNTS =
      new AccountCodec(new TutorialAccounts(ADOPTED), new Home("bank.transactions"));

  private static final String ACCOUNT =
      """
      {_id: "A", balance: {$numberLong: "100"}, available: {$numberLong: "70"},
       receivable: {$numberLong: "9223372036854775707"},
       pendingTransactions: [{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '30'}}],
       status: "active", currency: "USD", overdraft: {$numberLong: "0"},
       ceiling: {$numberLong: "9223372036854775807"}, opening: {$numberLong: "100"}, v: 1,
       openFor: "USD"}
      """;

  private static boolean isAccount(BsonDocument document) {
    return JsonSchema.accepts(Schemas.accounts(), document);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/odd/schema-changes.txt", delimiter = '|', quoteCharacter = '`')
  void anAccountMayTakeHoldsOrNotAndBeHeldAsADocumentAndByABatch(String change, boolean isOne) {
    assertThat(isAccount(JsonSchema.changed(BsonDocument.parse(ACCOUNT), change))).isEqualTo(isOne);
  }

  @Test
  void accountsThatTheCodecWritesAreLetThrough() {
    assertThat(isAccount(BsonDocument.parse(ACCOUNT))).isTrue();
    assertThat(isAccount(AccountCodec.encode(account("A").with(usd("5"))))).isTrue();
    assertThat(
            isAccount(
                JsonSchema.changed(
                    BsonDocument.parse(ACCOUNT), "{owner: 'a host may add fields'}")))
        .isTrue();
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/odd/schema-accounts.txt", delimiter = '|', quoteCharacter = '`')
  void anAccountThatCannotBeReadIsRefused(String change) {
    BsonDocument document = JsonSchema.changed(BsonDocument.parse(ACCOUNT), change);

    assertThat(ACCOUNTS.decode(document).fault()).isNotEmpty();
    assertThat(isAccount(document)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 'A', balance: 1000, pendingTransactions: []}",
        "{_id: 'A', balance: 1000.5, pendingTransactions: [1, 2]}",
        "{_id: 'A', v: 2, balance: 'in a shape to come'}"
      })
  void accountsOfTheTutorialAndOfANewerVersionAreLetThrough(String document) {
    assertThat(isAccount(BsonDocument.parse(document))).isTrue();
  }
}

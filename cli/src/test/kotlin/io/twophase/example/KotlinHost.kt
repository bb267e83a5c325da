package io.twophase.example

import io.twophase.TwoPhase
import io.twophase.TwoPhase.*
import io.twophase.app.function.FunctionOutcome
import io.twophase.app.transfer.TransactionOutcome

private val customer = account("customer")
private val shop = account("shop")

private data class Receipt(val order: Int, val cents: Long)

/** A host in Kotlin pays one order by stated operations, and another by a function. */
fun main() =
    inMemory().use { twophase ->
        twophase.accounts().open(customer, money("100.00", "USD"))
        twophase.accounts().open(shop, money("0.00", "USD"))
        for (order in listOf(6, 7)) {
            val fields = mapOf("status" to "UnPaid", "total" to 1999)
            twophase.run(transaction("create-$order").insert(document("orders", order), fields))
        }
        println(payStated(twophase))
        println(payByFunction(twophase, "pay-7"))
        println(payByFunction(twophase, "pay-again"))
    }

private fun payStated(twophase: TwoPhase): String {
    val paid =
        twophase.run(
            transaction("pay-6")
                .debit(customer, money("19.99", "USD"))
                .credit(shop, money("19.99", "USD"))
                .change(
                    document("orders", 6),
                    where("status").equalTo("UnPaid"),
                    set("status", "Paid"),
                ),
        )
    return when (paid) {
        is TransactionOutcome.Applied -> "order 6 is paid"
        is TransactionOutcome.Refused -> "order 6 is refused: ${paid.reason.message()}"
        is TransactionOutcome.Unknown -> "order 6 is not certain: ${paid.why}"
        is TransactionOutcome.NotAsked -> "order 6 was not asked: ${paid.why}"
    }
}

private fun payByFunction(twophase: TwoPhase, id: String): String {
    val paid =
        twophase.transact(id) { tx ->
            val order = tx.get(document("orders", 7)).orElseThrow { tx.decline("no such order") }
            if (order.string("status") != "UnPaid") {
                throw tx.decline("already paid")
            }
            val price = order.money("total", "USD")
            tx.debit(customer, price)
            tx.credit(shop, price)
            tx.put(order.with("status", "Paid"))
            Receipt(7, price.minor)
        }
    return when (paid) {
        is FunctionOutcome.Applied -> "$id: ${paid.value.orElse(null)}"
        is FunctionOutcome.Declined -> "$id is declined: ${paid.why}"
        is FunctionOutcome.Refused -> "$id is refused: ${paid.reason.message()}"
        is FunctionOutcome.Contended -> "$id is in conflict: ${paid.last}"
        is FunctionOutcome.Unknown -> "$id is not certain: ${paid.why}"
        is FunctionOutcome.NotAsked -> "$id was not asked: ${paid.why}"
    }
}
